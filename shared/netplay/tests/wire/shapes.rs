//! What the messages look like, once more and by hand: the one list that the generators and the
//! JSON of the vectors are made from. Every pattern made from it is exhaustive, so a field or a
//! variant that is new in the code and missing here does not compile.

/// Hands the list to the macro `$then`. `in` bounds a field whose type allows more than the wire.
macro_rules! shapes {
    ($then:ident) => {
        $then! {
            units { Leave }
            structs {
                Pack { id, sha256 }
                Identity { simulation, pack, build, word_size }
                Hello { version, identity, name, colour in 0..COLOURS, entry }
                Welcome { code, player, token, resumed, grace_ms }
                Reject { refusal }
                Ping { nonce }
                Pong { nonce }
                Bye { reason }
                MemberRow {
                    player, name, colour in 0..COLOURS, seat, ready, presence, connected, rtt_ms,
                    vote, rescue
                }
                Lobby {
                    host, seats in 1..=ROOM_SEATS as u8, locked, starting, session, game, members
                }
                SetReady { ready }
                AssignSeat { player, seat }
                Chat { player, kind, text }
                PlayerLeft { player, reason }
                HostChanged { player }
                RoomClosed { reason }
                Moderate { player, act }
                SetRoom { locked, game, starting }
                HandHost { player }
                PresenceNotice { player, presence }
                Profile { name, colour in 0..COLOURS }
                Vote { game }
                Rescue { wanted }
                Latency { player, rtt_ms }
                Latencies { rows }
                Terms {
                    window_frames, tick_hz in 1..=TICK_HZ_CAP, grace_ticks,
                    watch_delay_ticks in 0..=WATCH_DELAY_TICKS, desync
                }
                Start { round, seed, mode, config, model, input_delay, seats, terms }
                Input { seat, first, words }
                Checkpoint { player, frame, hash }
                SeatController { seat, controller, from }
                Pause { player }
                Resume { player }
                EndSession { player, round }
                Loaded { player, round }
                Stall { seat, cause, waited_ms }
                Seal { tick, last, changes }
                Diverged { frame, majority, players }
                TakeSeat { seat }
                Action { player, payload }
                Event { seq, hash_after, payload }
                StateRequest { player }
                StateBlob { player, seq, payload }
                Snapshot { frame, payload }
                Deposit { seq, payload }
                TransferBegin {
                    peer, id, frame, total_bytes in 0..=TRANSFER_BYTES as u32, hash
                }
                TransferChunk { peer, id, offset, bytes }
                TransferAck { peer, id, received_bytes }
                TransferAbort { peer, id }
                DesyncReport { player, other, frame, ours, theirs, path, our_value, their_value }
                Digests { peer, first, hashes }
                Exhibit { peer, frame, part, parts, bytes }
                PackAsk { peer, attempt, offset in 0..=PACK_BYTES as u32 }
                PackPart {
                    peer, offset in 0..=PACK_BYTES as u32, total_bytes in 0..=PACK_BYTES as u32, bytes
                }
                Offer { peer, sdp }
                Answer { peer, sdp }
                Candidate { peer, candidate }
                PublicAddress { peer, address }
            }
            enums {
                Entry {
                    Create { seats in 1..=ROOM_SEATS as u8 },
                    Join { code, watch },
                    Resume { code, token },
                }
                Presence { Active, Hidden, Away, Typing, }
                ChatKind { Line, Emote, Quick, }
                Moderation { Kick, Ban, }
                SessionModel { Lockstep, HostAuthority, Rollback, Sealed, Server, Views, }
                DesyncPolicy { Halt, Void, Repair, }
                Controller { Ai, Human { player }, }
                StallCause { Loading, Lost, Silent, Hidden, Slow, }
                Refusal {
                    VersionMismatch { relay, client },
                    SimulationMismatch { room, client },
                    PackMismatch { room, client },
                    NoSuchRoom,
                    RoomFull,
                    RoomLocked,
                    Banned,
                    TooManyRooms,
                    BadToken,
                    BadName,
                    TooManyCodes { retry_ms },
                    AlreadyStarted,
                    PackBusy,
                    NotHost,
                    NotReady,
                    NotStarted,
                    NoSuchSeat,
                    SeatTaken,
                    NoSuchPlayer,
                    HostNotIdle,
                    ChatTooFast { retry_ms },
                    WrongPhase,
                    NobodySeated,
                }
                CloseReason {
                    Left, Replaced, Kicked, Banned, HostLeft, ServerShutdown, Malformed,
                    VersionMismatch, RateLimited, TooSlow, TooManyCodes, HelloTimeout, Silent,
                    ServerFull, AddressFull, RoomEmpty, LinkLost, GraceOver,
                }
            }
            messages {
                Hello(Hello) Welcome(Welcome) Reject(Reject) Ping(Ping) Pong(Pong) Bye(Bye)
                Lobby(Lobby) SetReady(SetReady) AssignSeat(AssignSeat) Chat(Chat) Leave(Leave)
                PlayerLeft(PlayerLeft) HostChanged(HostChanged) RoomClosed(RoomClosed)
                Moderate(Moderate) SetRoom(SetRoom) HandHost(HandHost) Presence(PresenceNotice)
                Profile(Profile) Vote(Vote) Rescue(Rescue) Latencies(Latencies)
                Start(Start) Input(Input) Checkpoint(Checkpoint) SeatController(SeatController)
                Pause(Pause) Resume(Resume) EndSession(EndSession) Loaded(Loaded) Stall(Stall)
                Seal(Seal) Diverged(Diverged) TakeSeat(TakeSeat)
                Action(Action) Event(Event) StateRequest(StateRequest) StateBlob(StateBlob)
                Snapshot(Snapshot) Deposit(Deposit)
                TransferBegin(TransferBegin) TransferChunk(TransferChunk)
                TransferAck(TransferAck) TransferAbort(TransferAbort) DesyncReport(DesyncReport)
                Digests(Digests) Exhibit(Exhibit) PackAsk(PackAsk) PackPart(PackPart)
                Offer(Offer) Answer(Answer) Candidate(Candidate) PublicAddress(PublicAddress)
            }
        }
    };
}
pub(crate) use shapes;
