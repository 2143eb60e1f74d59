//! A WebSocket as a [`Transport`].

use js_sys::{ArrayBuffer, Uint8Array};
use netplay::limits::{MESSAGE_BYTES, OUTBOUND_BYTES, OUTBOUND_MESSAGES};
use netplay::link::{Lane, LinkState, SendError, Transport};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Packet};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{BinaryType, CloseEvent, Event, MessageEvent, WebSocket};

/// Bytes that may wait for [`Transport::poll`]: a page that was frozen for seconds finds them all
/// at once when it wakes, and a room of sixteen says far less than this in a minute.
const INBOX_BYTES: usize = 1024 * 1024;
/// Packets that may wait for [`Transport::poll`].
const INBOX_PACKETS: usize = 16 * 1024;

/// The browser would not even try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectError {
    /// The address is no `ws:` or `wss:` address.
    BadAddress,
    /// A page that came over `https:` may not open a `ws:` socket.
    Insecure,
}

/// A link over the browser's WebSocket: one binary frame is one packet.
///
/// Both queues are bounded: what is not polled in time or not taken by the network closes the
/// link with [`CloseReason::TooSlow`]. Dropping the transport detaches every handler and closes
/// the socket, so nothing of it outlives it.
pub struct WebSocketTransport {
    socket: WebSocket,
    ends: Rc<RefCell<Ends>>,
    _handlers: Handlers,
}

/// What the browser's events and the transport's owner share.
struct Ends {
    state: LinkState,
    inbox: VecDeque<Packet>,
    inbox_bytes: usize,
    waiting: Vec<Packet>,
    waiting_bytes: usize,
}

/// Keeps the closures alive as long as the transport.
struct Handlers {
    _open: Closure<dyn FnMut(Event)>,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _close: Closure<dyn FnMut(CloseEvent)>,
}

impl WebSocketTransport {
    /// Begins to connect. Until the socket is open, packets wait; if it never opens, the link
    /// ends as [`CloseReason::LinkLost`].
    ///
    /// # Errors
    /// When the browser refuses the address itself.
    pub fn connect(url: &str) -> Result<Self, ConnectError> {
        let socket = WebSocket::new(url).map_err(|_| why_not(url))?;
        socket.set_binary_type(BinaryType::Arraybuffer);
        let ends = Rc::new(RefCell::new(Ends::new()));
        let handlers = Handlers::attach(&socket, &ends);
        Ok(Self { socket, ends, _handlers: handlers })
    }

    fn end(&self, reason: CloseReason) {
        self.ends.borrow_mut().end(reason);
        hang_up(&self.socket);
    }
}

impl Transport for WebSocketTransport {
    fn state(&self) -> LinkState {
        self.ends.borrow().state
    }

    fn send(&mut self, packet: &Packet, _lane: Lane, _now: Instant) -> Result<(), SendError> {
        match self.state() {
            LinkState::Closed(_) => Err(SendError::Closed),
            LinkState::Connecting if self.ends.borrow_mut().keep(packet) => Ok(()),
            LinkState::Open if fits(&self.socket, packet) => {
                self.socket.send_with_u8_array(packet).map_err(|_| SendError::Closed)
            }
            LinkState::Connecting | LinkState::Open => {
                self.end(CloseReason::TooSlow);
                Err(SendError::Full)
            }
        }
    }

    fn poll(&mut self, _now: Instant) -> Option<Packet> {
        let mut ends = self.ends.borrow_mut();
        let packet = ends.inbox.pop_front()?;
        ends.inbox_bytes -= packet.len();
        Some(packet)
    }

    fn close(&mut self) {
        self.end(CloseReason::Left);
    }
}

impl Drop for WebSocketTransport {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        hang_up(&self.socket);
    }
}

impl Ends {
    fn new() -> Self {
        Self {
            state: LinkState::Connecting,
            inbox: VecDeque::new(),
            inbox_bytes: 0,
            waiting: Vec::new(),
            waiting_bytes: 0,
        }
    }

    /// The first end stands; what arrived before it can still be polled.
    fn end(&mut self, reason: CloseReason) {
        if !matches!(self.state, LinkState::Closed(_)) {
            self.state = LinkState::Closed(reason);
        }
        self.waiting = Vec::new();
    }

    /// Keeps a packet until the socket is open, if there is room for it.
    fn keep(&mut self, packet: &Packet) -> bool {
        let bytes = self.waiting_bytes + packet.len();
        let fits = bytes <= OUTBOUND_BYTES && self.waiting.len() < OUTBOUND_MESSAGES;
        if fits {
            self.waiting.push(packet.clone());
            self.waiting_bytes = bytes;
        }
        fits
    }

    /// Takes what the socket brought; says why the link cannot go on when it cannot.
    fn arrive(&mut self, event: &MessageEvent) -> Result<(), CloseReason> {
        // A text frame arrives as a string: the protocol has none.
        let buffer: ArrayBuffer = event.data().dyn_into().map_err(|_| CloseReason::Malformed)?;
        let bytes = buffer.byte_length() as usize;
        if bytes > MESSAGE_BYTES {
            return Err(CloseReason::Malformed);
        }
        if self.inbox.len() >= INBOX_PACKETS || self.inbox_bytes + bytes > INBOX_BYTES {
            return Err(CloseReason::TooSlow);
        }
        self.inbox.push_back(Uint8Array::new(&buffer).to_vec().into());
        self.inbox_bytes += bytes;
        Ok(())
    }
}

impl Handlers {
    fn attach(socket: &WebSocket, ends: &Rc<RefCell<Ends>>) -> Self {
        let open = {
            let (socket, ends) = (socket.clone(), ends.clone());
            Closure::new(move |_: Event| {
                let mut ends = ends.borrow_mut();
                if ends.state == LinkState::Connecting {
                    ends.state = LinkState::Open;
                }
                for packet in ends.waiting.drain(..) {
                    // A socket that refuses has closed and says so in its own event.
                    let _ = socket.send_with_u8_array(&packet);
                }
            })
        };
        let message = {
            let (socket, ends) = (socket.clone(), ends.clone());
            Closure::new(move |event: MessageEvent| {
                let mut ends = ends.borrow_mut();
                if matches!(ends.state, LinkState::Closed(_)) {
                    return;
                }
                if let Err(reason) = ends.arrive(&event) {
                    ends.end(reason);
                    hang_up(&socket);
                }
            })
        };
        let close = {
            let ends = ends.clone();
            Closure::new(move |_: CloseEvent| ends.borrow_mut().end(CloseReason::LinkLost))
        };
        socket.set_onopen(Some(as_function(&open)));
        socket.set_onmessage(Some(as_function(&message)));
        socket.set_onclose(Some(as_function(&close)));
        Self { _open: open, _message: message, _close: close }
    }
}

fn as_function<E: 'static>(closure: &Closure<dyn FnMut(E)>) -> &js_sys::Function {
    closure.as_ref().unchecked_ref()
}

fn fits(socket: &WebSocket, packet: &Packet) -> bool {
    socket.buffered_amount() as usize + packet.len() <= OUTBOUND_BYTES
}

fn hang_up(socket: &WebSocket) {
    // Refused only when there is nothing left to close.
    let _ = socket.close();
}

fn why_not(url: &str) -> ConnectError {
    let secure_page = js_sys::Reflect::get(&js_sys::global(), &"isSecureContext".into())
        .is_ok_and(|secure| secure.is_truthy());
    if secure_page && url.starts_with("ws:") {
        ConnectError::Insecure
    } else {
        ConnectError::BadAddress
    }
}

#[cfg(all(test, target_arch = "wasm32"))]
mod tests {
    use super::*;
    use wasm_bindgen_futures::JsFuture;
    use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

    wasm_bindgen_test_configure!(run_in_browser);

    /// Nobody listens on the discard port of this machine.
    const NOBODY: &str = "ws://127.0.0.1:9/";

    fn packet(bytes: usize) -> Packet {
        vec![0; bytes].into()
    }

    async fn turn() {
        let wait = js_sys::Promise::new(&mut |resolve, _| {
            let window = web_sys::window().expect("a page");
            window
                .set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, 10)
                .expect("a timer");
        });
        JsFuture::from(wait).await.expect("timers resolve");
    }

    fn arrived(data: &wasm_bindgen::JsValue) -> MessageEvent {
        let event = MessageEvent::new("message").expect("an event");
        js_sys::Reflect::define_property(
            &event,
            &"data".into(),
            js_sys::Object::from_entries(&js_sys::Array::of1(&js_sys::Array::of2(
                &"value".into(),
                data,
            )))
            .expect("a descriptor")
            .as_ref(),
        )
        .expect("data can be shadowed");
        event
    }

    #[wasm_bindgen_test]
    async fn a_closed_port_ends_the_link() {
        let mut link = WebSocketTransport::connect(NOBODY).expect("a fair address");
        assert_eq!(link.state(), LinkState::Connecting);
        assert_eq!(link.send(&packet(8), Lane::Ordered, Instant::ZERO), Ok(()));
        for _ in 0..500 {
            if link.state() != LinkState::Connecting {
                break;
            }
            turn().await;
        }
        assert_eq!(link.state(), LinkState::Closed(CloseReason::LinkLost));
        let refused = link.send(&packet(8), Lane::Ordered, Instant::ZERO);
        assert_eq!(refused, Err(SendError::Closed));
    }

    #[wasm_bindgen_test]
    fn an_address_of_another_kind_is_refused_at_once() {
        let refused = WebSocketTransport::connect("ftp://127.0.0.1/").err();
        assert_eq!(refused, Some(ConnectError::BadAddress));
    }

    #[wasm_bindgen_test]
    fn dropping_detaches_and_closes() {
        let link = WebSocketTransport::connect(NOBODY).expect("a fair address");
        let socket = link.socket.clone();
        assert!(socket.onclose().is_some() && socket.onmessage().is_some());
        drop(link);
        assert!(socket.onopen().is_none() && socket.onmessage().is_none());
        assert!(socket.onclose().is_none());
        assert!(socket.ready_state() >= WebSocket::CLOSING);
    }

    #[wasm_bindgen_test]
    fn what_waits_to_be_sent_is_bounded() {
        let mut link = WebSocketTransport::connect(NOBODY).expect("a fair address");
        let mut taken = 0;
        while link.send(&packet(MESSAGE_BYTES), Lane::Ordered, Instant::ZERO).is_ok() {
            taken += MESSAGE_BYTES;
        }
        assert_eq!(taken, OUTBOUND_BYTES);
        assert_eq!(link.state(), LinkState::Closed(CloseReason::TooSlow));
    }

    #[wasm_bindgen_test]
    fn what_waits_to_be_polled_is_bounded() {
        let mut ends = Ends::new();
        let event = arrived(&ArrayBuffer::new(MESSAGE_BYTES as u32));
        for _ in 0..INBOX_BYTES / MESSAGE_BYTES {
            assert_eq!(ends.arrive(&event), Ok(()));
        }
        assert_eq!(ends.arrive(&event), Err(CloseReason::TooSlow));
    }

    #[wasm_bindgen_test]
    fn text_and_oversized_frames_are_no_packets() {
        let mut ends = Ends::new();
        assert_eq!(ends.arrive(&arrived(&"hello".into())), Err(CloseReason::Malformed));
        let huge = ArrayBuffer::new(MESSAGE_BYTES as u32 + 1);
        assert_eq!(ends.arrive(&arrived(&huge)), Err(CloseReason::Malformed));
        assert!(ends.inbox.is_empty());
    }

    #[wasm_bindgen_test]
    fn packets_that_arrived_before_the_end_can_still_be_polled() {
        let mut link = WebSocketTransport::connect(NOBODY).expect("a fair address");
        link.ends.borrow_mut().arrive(&arrived(&ArrayBuffer::new(3))).expect("it fits");
        link.close();
        assert_eq!(link.poll(Instant::ZERO).map(|packet| packet.len()), Some(3));
        assert_eq!(link.poll(Instant::ZERO), None);
        assert_eq!(link.state(), LinkState::Closed(CloseReason::Left));
    }
}
