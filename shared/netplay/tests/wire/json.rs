//! Messages as JSON, in the order of their fields on the wire: the readable half of a vector.
//!
//! A message or a struct is an object, a variant its name or `{name: fields}`. What JSON's
//! numbers cannot hold is text: 64-bit numbers in decimal, hashes as 16 and bytes as any number of
//! hexadecimal digits.

use crate::shapes::shapes;
use netplay::code::RoomCode;
use netplay::ids::{Frame, PlayerId, Round, Seat, Seq, StateHash, Token};
use netplay::wire::*;

pub(crate) trait Json {
    fn json(&self) -> String;
}

/// The bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `{"kind":…,"at":…}` of a refused vector: the error's name and its field or number.
pub(crate) fn error(error: &DecodeError) -> String {
    let (kind, at) = match error {
        DecodeError::Truncated(field) => ("Truncated", quoted(field)),
        DecodeError::Trailing(count) => ("Trailing", count.to_string()),
        DecodeError::UnknownTag(tag) => ("UnknownTag", tag.to_string()),
        DecodeError::Oversized(bytes) => ("Oversized", bytes.to_string()),
        DecodeError::TooLong(field) => ("TooLong", quoted(field)),
        DecodeError::BadVarint(field) => ("BadVarint", quoted(field)),
        DecodeError::BadText(field) => ("BadText", quoted(field)),
        DecodeError::BadValue(field) => ("BadValue", quoted(field)),
    };
    format!(r#"{{"kind":"{kind}","at":{at}}}"#)
}

pub(crate) fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn object<const N: usize>(fields: [(&str, String); N]) -> String {
    let fields = fields.map(|(name, value)| format!("{}:{value}", quoted(name)));
    format!("{{{}}}", fields.join(","))
}

fn array<T: Json>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.json()).collect();
    format!("[{}]", items.join(","))
}

macro_rules! variant {
    ($value:ident $name:ident $variant:ident) => {
        if let $name::$variant = $value {
            return quoted(stringify!($variant));
        }
    };
    ($value:ident $name:ident $variant:ident { $($field:ident $(in $range:expr)?),* }) => {
        if let $name::$variant { $($field),* } = $value {
            let fields = object([$((stringify!($field), $field.json())),*]);
            return object([(stringify!($variant), fields)]);
        }
    };
}

macro_rules! exhaustive {
    ($value:ident $name:ident { $($variant:ident)* }) => {
        match $value {
            $($name::$variant { .. } => {})*
        }
    };
}

macro_rules! objects {
    (
        units { $($unit:ident)* }
        structs { $($struct:ident { $($field:ident $(in $range:expr)?),* })* }
        enums { $($enum:ident { $($variant:ident $({ $($fields:tt)* })?,)* })* }
        messages { $($message:ident($body:ident))* }
    ) => {
        $(impl Json for $unit {
            fn json(&self) -> String {
                let $unit {} = self;
                object([])
            }
        })*

        $(impl Json for $struct {
            fn json(&self) -> String {
                let $struct { $($field),* } = self;
                object([$((stringify!($field), $field.json())),*])
            }
        })*

        $(impl Json for $enum {
            fn json(&self) -> String {
                exhaustive!(self $enum { $($variant)* });
                $(variant!(self $enum $variant $({ $($fields)* })?);)*
                unreachable!("every variant is above")
            }
        })*

        impl Json for Message {
            fn json(&self) -> String {
                match self { $(Message::$message(body) => body.json(),)* }
            }
        }

        /// The message's name, as in [`Message::TAGS`].
        pub(crate) fn name(message: &Message) -> &'static str {
            match message { $(Message::$message(_) => stringify!($message),)* }
        }
    };
}
shapes!(objects);

macro_rules! plain {
    ($($type:ty: $self:ident => $json:expr;)*) => {$(
        impl Json for $type {
            fn json(&$self) -> String {
                $json
            }
        }
    )*};
}
plain! {
    u8: self => self.to_string();
    u16: self => self.to_string();
    u32: self => self.to_string();
    u64: self => quoted(&self.to_string());
    bool: self => self.to_string();
    [u8; 32]: self => quoted(&hex(self));
    [u8]: self => quoted(&hex(self));
    Frame: self => self.0.json();
    PlayerId: self => self.0.json();
    Round: self => self.0.json();
    Seq: self => self.0.json();
    Seat: self => self.0.json();
    StateHash: self => quoted(&self.to_string());
    Token: self => quoted(&hex(&self.0));
    RoomCode: self => quoted(self.as_str());
    WordSize: self => self.bytes().to_string();
    Words: self => array(self.iter());
    Vec<MemberRow>: self => array(self);
    Vec<Latency>: self => array(self);
    Vec<Option<PlayerId>>: self => array(self);
    Vec<PlayerId>: self => array(self);
    Vec<StateHash>: self => array(self);
    Changes: self => array(self.iter().map(Change));
}

struct Change<'a>((Seat, &'a [u8]));

impl Json for Change<'_> {
    fn json(&self) -> String {
        let (seat, word) = self.0;
        object([("seat", seat.json()), ("word", word.json())])
    }
}

impl<T: Json + ?Sized> Json for &T {
    fn json(&self) -> String {
        (**self).json()
    }
}

impl<T: Json> Json for Option<T> {
    fn json(&self) -> String {
        self.as_ref().map_or_else(|| "null".into(), Json::json)
    }
}

impl<const CAP: usize> Json for Text<CAP> {
    fn json(&self) -> String {
        quoted(self)
    }
}

impl<const CAP: usize> Json for Blob<CAP> {
    fn json(&self) -> String {
        quoted(&hex(self))
    }
}
