//! Delta debugging: the shortest part of a list that still fails.

/// Removes items while the rest still fails: halves, quarters, and so on down to single items. No single item of the result
/// can be removed.
///
/// This is `ddmin` by Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002), without its test
/// of each part alone.
///
/// # Errors
/// Those of `fails`.
///
/// # Examples
/// ```
/// use crossply::ddmin;
///
/// let fails = |items: &[u32]| Ok::<_, ()>(items.contains(&3) && items.contains(&7));
/// assert_eq!(ddmin((0..10).collect(), fails), Ok(vec![3, 7]));
/// ```
pub fn ddmin<T: Clone, E>(
    mut items: Vec<T>,
    mut fails: impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    let mut size = items.len().div_ceil(2);
    loop {
        let mut any = false;
        let mut start = 0;
        while start < items.len() {
            let end = (start + size).min(items.len());
            let rest = [&items[..start], &items[end..]].concat();
            if fails(&rest)? {
                items = rest;
                any = true;
            } else {
                start = end;
            }
        }
        if size <= 1 && !any {
            return Ok(items);
        }
        size = size.div_ceil(2);
    }
}
