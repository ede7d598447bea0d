//! Delta debugging: shortens a list that fails.

/// Removes items from a failing list as long as the rest still fails: first halves, then quarters, and so on down to
/// single items. The result is minimal: without any one of its items it no longer fails.
///
/// This is `ddmin` from Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002), except that
/// it does not test the removed parts on their own.
///
/// # Errors
/// Any error that `fails` returns.
pub(crate) fn ddmin<T: Clone, E>(
    mut items: Vec<T>,
    mut fails: impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    let mut size = items.len().div_ceil(2);
    loop {
        let mut any_removed = false;
        let mut start = 0;
        while start < items.len() {
            let end = (start + size).min(items.len());
            let rest = [&items[..start], &items[end..]].concat();
            if fails(&rest)? {
                items = rest;
                any_removed = true;
            } else {
                start = end;
            }
        }
        if size <= 1 && !any_removed {
            return Ok(items);
        }
        size = size.div_ceil(2);
    }
}

#[cfg(test)]
mod tests {
    use super::ddmin;

    #[test]
    fn only_items_that_matter_are_left() {
        let fails = |items: &[u32]| Ok::<_, ()>(items.contains(&3) && items.contains(&7));
        assert_eq!(ddmin((0..10).collect(), fails), Ok(vec![3, 7]));
    }
}
