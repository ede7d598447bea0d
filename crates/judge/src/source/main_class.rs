//! The class of a Java source that has the method `main`.
//!
//! The compiler wants the file to be named after its public class, and the virtual machine wants the name of the class.
//! So this reads as much of the language as it takes: comments, strings, braces and names.

/// The names that a Java source has to be compiled and run with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MainClass {
    /// What its file has to be called, without the ending.
    pub(super) file: String,
    /// The class to run, with its package.
    pub(super) class: String,
}

/// Finds the class with the method `main` among those that are in no other class. None if the source has no class.
///
/// A public class comes first, because the file must have its name.
pub(super) fn main_class(source: &str) -> Option<MainClass> {
    let mut classes: Vec<Class> = Vec::new();
    let mut package = String::new();
    let mut depth = 0;
    let tokens = tokens(source);
    for (index, token) in tokens.iter().enumerate() {
        let before = |back: usize| index.checked_sub(back).map(|index| &*tokens[index]);
        match &**token {
            "{" => depth += 1,
            "}" => depth -= 1,
            "package" if depth == 0 => {
                let names = tokens[index + 1..].iter().take_while(|token| *token != ";");
                package = names.map(String::as_str).collect::<String>() + ".";
            }
            "class" | "interface" | "enum" | "record" if depth == 0 && before(1) != Some(".") => {
                let modifiers = tokens[..index].iter().rev();
                let mut modifiers =
                    modifiers.take_while(|token| !matches!(&***token, ";" | "{" | "}" | ")"));
                let name = tokens.get(index + 1).cloned().unwrap_or_default();
                classes.push(Class {
                    is_public: modifiers.any(|token| token == "public"),
                    name,
                    has_main: false,
                });
            }
            "main" if depth == 1 && before(1) == Some("void") => {
                if let Some(class) = classes.last_mut() {
                    class.has_main = true;
                }
            }
            _ => {}
        }
    }
    let with_main = classes.iter().filter(|class| class.has_main);
    // Of equals `max_by_key` takes the last.
    let class = with_main.rev().max_by_key(|class| class.is_public);
    let class = class.or(classes.first())?;
    let public = classes.iter().find(|class| class.is_public);
    Some(MainClass {
        file: public.unwrap_or(class).name.clone(),
        class: format!("{package}{}", class.name),
    })
}

struct Class {
    name: String,
    is_public: bool,
    has_main: bool,
}

/// Words and signs, without comments, strings and characters.
fn tokens(source: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(char) = rest.chars().next() {
        rest = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n').map_or("", |(_, rest)| rest)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/").map_or("", |(_, rest)| rest)
        } else if let Some(block) = rest.strip_prefix("\"\"\"") {
            block.split_once("\"\"\"").map_or("", |(_, rest)| rest)
        } else if char == '"' || char == '\'' {
            after_quote(&rest[1..], char)
        } else if is_word(char) {
            let end = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
            tokens.push(rest[..end].to_owned());
            &rest[end..]
        } else {
            if !char.is_whitespace() {
                tokens.push(char.to_string());
            }
            &rest[char.len_utf8()..]
        };
    }
    tokens
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || char == '$'
}

/// What follows a string or character, whose first quote has been taken.
fn after_quote(text: &str, quote: char) -> &str {
    let mut escaped = false;
    for (index, char) in text.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return &text[index..],
            char if char == quote => return &text[index + 1..],
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_with_main_is_found() {
        for (source, file, class) in [
            (
                "class A { } public class Main { public static void main(String[] a) {} }",
                "Main",
                "Main",
            ),
            (
                "class A { } class B { public static void main(String[] a) {} }",
                "B",
                "B",
            ),
            (
                "class A { static void main() {} class In { void main() {} } } final class B {}",
                "A",
                "A",
            ),
            // Of two classes with the method, the public one is meant.
            (
                "class A { void main() {} } class B { void main() {} } public class C { void main() {} }",
                "C",
                "C",
            ),
            (
                "class A { void main() {} } class B { void main() {} }",
                "A",
                "A",
            ),
            // The public class gives the file its name, even if another one has the method.
            (
                "public class A { } class B { static void main(String... a) {} }",
                "A",
                "B",
            ),
            (
                "package a . b; import java.util.*; public final class C { void main() {} }",
                "C",
                "a.b.C",
            ),
            (
                "// class X { void main() {} }\n/* class Y {} */ class Z { void main() {} }",
                "Z",
                "Z",
            ),
            (
                "class S { String s = \"} class X { void main(\\\"\"; char c = '\"'; } class T { void main() {} }",
                "T",
                "T",
            ),
            (
                "class S { String s = \"\"\"\n } class X { \" \"\"\"; } record R(int a) { static void main() {} }",
                "R",
                "R",
            ),
            ("@A(B.class) public class C { void main() {} }", "C", "C"),
            ("class Only { }", "Only", "Only"),
        ] {
            let expected = MainClass {
                file: file.to_owned(),
                class: class.to_owned(),
            };
            assert_eq!(main_class(source), Some(expected), "{source}");
        }
        for source in ["", "int x;", "\"class A {}", "/* class A {}"] {
            assert_eq!(main_class(source), None, "{source}");
        }
    }
}
