fn main() {
    let mut count = String::new();
    std::io::stdin().read_line(&mut count).unwrap();
    for _ in 0..count.trim().parse().unwrap() {
        println!("1");
    }
}
