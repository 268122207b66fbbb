//! Names that format strings capture are names of the program.
#![deny(warnings)]

fusus::cnf! {
    fn labels(n: i32, xs: &[i32]) -> (Vec<[u8; 4]>, String) {
        let n = n + 1;
        let sum = fold(n, |a, b| a + b, xs);
        let labels = map(|x| label(&format!("{x}{sum}{{n}}", x = x)), xs);
        let n = sum * 2;
        (labels, format!("{n:>4} {sum} {}", len(xs)))
    }

    fn checked(xs: &[i32]) -> Vec<usize> {
        let ys = map(|x| x + 1, xs);
        let most = fold(0, i32::max, ys);
        map(|y| { assert!(y <= most, "{y} is over {most}"); ys.len() + len(xs) }, ys)
    }
}

fn label(text: &str) -> [u8; 4] {
    std::array::from_fn(|i| text.as_bytes()[i])
}

#[test]
fn main() {
    let (bytes, text) = labels(1, &[1, 2]);
    assert_eq!(bytes, [*b"15{n", *b"25{n"]);
    assert_eq!(text, "  10 5 2");
    assert_eq!(checked(&[1, 2]), [4, 4]);
    let xs = [1, 2];
    let once = 1..2;
    assert_eq!(fusus::cnf! { generate(once.len(), |i| i + len(xs)) }, [2]);
}
