//! Short lists in order. The library's sorts are built for long ones, and each kind of item that
//! is sorted with them costs the page two kilobytes.

/// Puts the items in the order of their keys; items with the same key stay as they lie. Quick for
/// lists that are short or nearly in order.
pub(crate) fn by_key<T, K: PartialOrd>(items: &mut [T], key: impl Fn(&T) -> K) {
    for next in 1..items.len() {
        let mut at = next;
        while at > 0 && key(&items[at]) < key(&items[at - 1]) {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_in_the_order_of_their_keys_and_equals_stay() {
        let mut items = [(3, 'a'), (1, 'b'), (3, 'c'), (0, 'd'), (1, 'e')];
        by_key(&mut items, |item| item.0);
        assert_eq!(items, [(0, 'd'), (1, 'b'), (1, 'e'), (3, 'a'), (3, 'c')]);
        by_key::<u8, u8>(&mut [], |item| *item);
    }
}
