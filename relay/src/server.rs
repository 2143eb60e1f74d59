//! Starting and stopping: the thread that owns a relay, and the handle to it.

use crate::address::household;
use crate::admin;
use crate::config::ServerConfig;
use crate::door;
use crate::http::Guard;
use crate::shard::{Shard, Status};
use crate::turn::Turn;
use crate::work::{Meter, Work};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::LocalSet;

/// Read from one socket in one go: a flood from one must leave the others their turn.
const READ_BYTES: usize = 16 * 1024;

/// The longest a stop takes, whatever the peers do.
const STOP_MS: u64 = 1_500;

/// What a relay's thread is asked from outside.
enum Command {
    Status(SyncSender<Status>),
    Stop,
}

/// Starts relays.
pub struct RelayServer;

impl RelayServer {
    /// Listens, and serves on a thread of its own until the handle is dropped.
    ///
    /// # Errors
    /// When the configuration is wrong or the address cannot be listened on; a port in use has
    /// the kind [`AddrInUse`](io::ErrorKind::AddrInUse).
    pub fn spawn(config: ServerConfig) -> io::Result<RelayHandle> {
        let config = config.checked()?;
        let listener = listen(config.bind)?;
        let address = listener.local_addr()?;
        let admin = config.admin.map(listen_for_operators).transpose()?;
        let admin_address = admin.as_ref().map(std::net::TcpListener::local_addr).transpose()?;
        let mut entropy = [0; 32];
        getrandom::fill(&mut entropy).map_err(|error| io::Error::other(error.to_string()))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (commands, asked) = unbounded_channel();
        let thread = std::thread::Builder::new().name("relay".to_owned()).spawn(move || {
            let shard = Shard::new(&config, entropy);
            let tasks = LocalSet::new();
            let outcome = tasks.block_on(&runtime, run(config, shard, listener, admin, asked));
            // What still waits, handshakes and readers of the page, ends here.
            drop(tasks);
            outcome
        })?;
        Ok(RelayHandle { address, admin_address, commands, thread: Some(thread) })
    }

    /// Listens on `address`, with the default for everything else.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub fn spawn_addr(address: SocketAddr) -> io::Result<RelayHandle> {
        Self::spawn(ServerConfig { bind: address, ..ServerConfig::default() })
    }
}

/// A running relay. Dropping it stops the relay and waits until it has stopped.
#[derive(Debug)]
pub struct RelayHandle {
    address: SocketAddr,
    admin_address: Option<SocketAddr>,
    commands: UnboundedSender<Command>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl RelayHandle {
    /// Where it listens.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Where it answers its operator's tools, if it does.
    #[must_use]
    pub fn admin_addr(&self) -> Option<SocketAddr> {
        self.admin_address
    }

    /// How full it is and what has happened; all zero once it has stopped.
    #[must_use]
    pub fn status(&self) -> Status {
        let (answer, status) = sync_channel(1);
        let asked = self.commands.send(Command::Status(answer));
        asked.ok().and_then(|()| status.recv().ok()).unwrap_or_default()
    }

    /// Tells every room `RoomClosed(ServerShutdown)`, closes every connection, within two
    /// seconds, and joins the thread. Nothing is left listening.
    pub fn shutdown(mut self) {
        self.stop();
    }

    fn stop(&mut self) {
        let _ = self.commands.send(Command::Stop);
        if let Some(thread) = self.thread.take()
            && let Err(panic) = thread.join()
            && !std::thread::panicking()
        {
            std::panic::resume_unwind(panic);
        }
    }
}

impl Drop for RelayHandle {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What all tasks of a relay share; they run on one thread.
pub(crate) struct House {
    pub(crate) config: ServerConfig,
    pub(crate) guard: Guard,
    pub(crate) shard: RefCell<Shard>,
    /// Where every socket is read into; nothing stays in it.
    pub(crate) scratch: RefCell<Box<[u8]>>,
    visitors: RefCell<HashMap<IpAddr, usize>>,
    sockets: Cell<usize>,
    meter: RefCell<Meter>,
    connection_ended: Notify,
}

/// A socket that is no connection yet, counted until this is dropped.
pub(crate) struct Visit {
    house: Rc<House>,
    household: IpAddr,
}

/// A socket, counted until this is dropped.
pub(crate) struct Presence {
    house: Rc<House>,
}

impl House {
    pub(crate) fn enter(self: &Rc<Self>) -> Presence {
        self.sockets.set(self.sockets.get() + 1);
        Presence { house: self.clone() }
    }

    pub(crate) fn status(&self) -> Status {
        let mut status = self.shard.borrow().status();
        status.open_sockets = self.sockets.get();
        status
    }

    /// What the last seconds cost.
    pub(crate) fn work(&self, status: &Status) -> Work {
        self.meter.borrow_mut().read(status.counters.bytes_out)
    }

    fn visit(self: &Rc<Self>, address: IpAddr) -> Option<Visit> {
        let mut visitors = self.visitors.borrow_mut();
        let household = household(address);
        let proxies = &self.config.trusted_proxies;
        let is_proxy = proxies.iter().any(|network| network.contains(address));
        let everybody: usize = visitors.values().sum();
        let count = visitors.get(&household).copied().unwrap_or_default();
        let is_crowd = count >= self.config.visitors_per_address && !is_proxy;
        if everybody >= self.config.visitors || is_crowd {
            return None;
        }
        visitors.insert(household, count + 1);
        Some(Visit { house: self.clone(), household })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut visitors = self.house.visitors.borrow_mut();
        if let Some(count) = visitors.get_mut(&self.household) {
            *count -= 1;
            if *count == 0 {
                visitors.remove(&self.household);
            }
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.house.sockets.set(self.house.sockets.get() - 1);
        self.house.connection_ended.notify_one();
    }
}

fn listen(address: SocketAddr) -> io::Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn listen_for_operators(address: SocketAddr) -> io::Result<std::net::TcpListener> {
    let named = |error| io::Error::other(format!("the operator's address {address}: {error}"));
    listen(address).map_err(named)
}

async fn run(
    config: ServerConfig,
    shard: Shard,
    listener: std::net::TcpListener,
    admin: Option<std::net::TcpListener>,
    mut asked: UnboundedReceiver<Command>,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let guard = Guard {
        host_names: config.host_names.iter().map(|name| name.to_ascii_lowercase()).collect(),
        allowed_origins: config.allowed_origins.clone(),
        native_clients: config.native_clients,
    };
    let house = Rc::new(House {
        config,
        guard,
        shard: RefCell::new(shard),
        scratch: RefCell::new(vec![0; READ_BYTES].into_boxed_slice()),
        visitors: RefCell::default(),
        sockets: Cell::new(0),
        meter: RefCell::new(Meter::start()),
        connection_ended: Notify::new(),
    });
    tokio::task::spawn_local(Turn::new(house.clone()));
    let admin = admin.map(TcpListener::from_std).transpose()?;
    let admin =
        admin.map(|listener| tokio::task::spawn_local(admin::serve(house.clone(), listener)));
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    house.shard.borrow_mut().counters.accepted += 1;
                    match house.visit(peer.ip()) {
                        Some(visit) => {
                            tokio::task::spawn_local(door::receive(house.clone(), stream, peer, visit));
                        }
                        None => house.shard.borrow_mut().counters.crowded_out += 1,
                    }
                }
                // Out of file descriptors, most likely: those that end will free some.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            },
            command = asked.recv() => match command {
                Some(Command::Status(answer)) => {
                    let _ = answer.send(house.status());
                }
                Some(Command::Stop) | None => break,
            },
        }
    }
    drop(listener);
    if let Some(admin) = admin {
        admin.abort();
    }
    house.shard.borrow_mut().shutdown();
    let all_gone = async {
        while !house.shard.borrow().is_empty() {
            house.connection_ended.notified().await;
        }
    };
    let patience = Duration::from_millis(STOP_MS.min(house.config.closing_ms));
    // Whoever has not said goodbye by then is not waited for.
    let _ = tokio::time::timeout(patience, all_gone).await;
    Ok(())
}
