use super::*;

/// Linux forbids writing to a running program.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_opened_is_not_taken_for_missing() {
    let running = env::current_exe().expect("the running program is readable");
    let error = Journal::open(&running).expect_err("nobody may write it");
    let error = error.to_string();
    assert!(error.starts_with("cannot open the journal"), "{error}");
}

#[test]
fn a_program_is_known_by_its_bytes() {
    let running = env::current_exe()
        .and_then(fs::read)
        .expect("the running program is readable");
    assert_eq!(program().expect("it can be read"), hash(&running));
    assert_ne!(hash(&running), hash(&running[1..]));
}
