//! What keeps a message's declaration, its encoder and its decoder one and the same text.

/// Declares a struct whose encoding is its fields in order. `where` names the values a field may
/// have; the decoder refuses any other.
macro_rules! wire_struct {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $kind:ty $(where $range:expr)?,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name { $($(#[$field_meta])* pub $field: $kind,)* }

        impl $crate::wire::Wire for $name {
            #[allow(unused_variables)]
            fn write(&self, out: &mut $crate::wire::Writer) {
                $($crate::wire::Wire::write(&self.$field, out);)*
            }

            #[allow(unused_variables)]
            fn read(
                input: &mut $crate::wire::Reader<'_>,
                _field: &'static str,
            ) -> Result<Self, $crate::wire::DecodeError> {
                Ok(Self { $($field: {
                    let field = concat!(stringify!($name), ".", stringify!($field));
                    let value = $crate::wire::Wire::read(input, field)?;
                    $(if !($range).contains(&value) {
                        return Err($crate::wire::DecodeError::BadValue(field));
                    })?
                    value
                },)* })
            }
        }
    };
}

/// Declares an enum of one tag byte and the fields of the variant.
macro_rules! wire_enum {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$variant_meta:meta])* $tag:literal => $variant:ident $({ $($(#[$field_meta:meta])* $field:ident: $kind:ty $(where $range:expr)?,)* })?,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$variant_meta])* $variant $({ $($(#[$field_meta])* $field: $kind,)* })?,)* }

        impl $name {
            /// Every tag byte with the name of its variant, for the protocol document.
            pub const TAGS: &'static [(u8, &'static str)] = &[$(($tag, stringify!($variant)),)*];

            /// The name of the variant, without its fields: safe in a log, whoever sent it.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant $({ $($field: _,)* })? => stringify!($variant),)* }
            }
        }

        impl $crate::wire::Wire for $name {
            fn write(&self, out: &mut $crate::wire::Writer) {
                match self {
                    $(Self::$variant $({ $($field,)* })? => {
                        out.u8($tag);
                        $($($crate::wire::Wire::write($field, out);)*)?
                    })*
                }
            }

            fn read(
                input: &mut $crate::wire::Reader<'_>,
                field: &'static str,
            ) -> Result<Self, $crate::wire::DecodeError> {
                match input.u8(field)? {
                    $($tag => Ok(Self::$variant $({ $($field: {
                        let field = concat!(stringify!($name), "::", stringify!($variant), ".", stringify!($field));
                        let value = $crate::wire::Wire::read(input, field)?;
                        $(if !($range).contains(&value) {
                            return Err($crate::wire::DecodeError::BadValue(field));
                        })?
                        value
                    },)* })?),)*
                    _ => Err($crate::wire::DecodeError::BadValue(field)),
                }
            }
        }
    };
}

/// Lets a newtype travel as what it wraps.
macro_rules! wire_newtype {
    ($($name:ident),*) => {$(
        impl $crate::wire::Wire for $name {
            fn write(&self, out: &mut $crate::wire::Writer) {
                $crate::wire::Wire::write(&self.0, out);
            }

            fn read(
                input: &mut $crate::wire::Reader<'_>,
                field: &'static str,
            ) -> Result<Self, $crate::wire::DecodeError> {
                $crate::wire::Wire::read(input, field).map(Self)
            }
        }
    )*};
}

pub(crate) use {wire_enum, wire_newtype, wire_struct};
