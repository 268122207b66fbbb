//! One exchange for all reads of a loop.

use super::Part;

/// Elements that come to this process before a loop.
pub trait Awaited {
    /// Returns true if they come to any process.
    fn is_needed(&self) -> bool;

    /// Returns the bytes that go to each process for it.
    fn leaving(&mut self) -> Vec<Vec<u8>>;

    /// Returns the number of bytes that come from each process.
    fn arriving(&self) -> Vec<u64>;

    /// Takes the bytes that have come from each process.
    fn take(&mut self, from: &[&[u8]]);
}

impl Part {
    /// Brings what the reads of a loop await, with one message at most from each process to each.
    /// Collective, unless nobody needs anything.
    pub fn exchange(&self, awaited: &mut [&mut dyn Awaited]) {
        if !awaited.iter().any(|elements| elements.is_needed()) {
            return;
        }
        let size = self.world.size();
        let (mut lists, mut lens) = (vec![Vec::new(); size], vec![0; size]);
        for elements in awaited.iter_mut() {
            for (list, own) in lists.iter_mut().zip(elements.leaving()) {
                match list.is_empty() {
                    true => *list = own,
                    false => list.extend(own),
                }
            }
            for (len, own) in lens.iter_mut().zip(elements.arriving()) {
                *len += own;
            }
        }
        let received = self.world.exchange_bytes_of(lists, &lens);
        let mut rest: Vec<&[u8]> = received.iter().map(|bytes| &bytes[..]).collect();
        for elements in awaited {
            let lens = elements.arriving().into_iter();
            let own = rest.iter_mut().zip(lens).map(|(rest, len)| {
                let own;
                (own, *rest) = rest.split_at(len as usize);
                own
            });
            let own: Vec<&[u8]> = own.collect();
            elements.take(&own);
        }
    }
}
