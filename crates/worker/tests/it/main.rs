//! What the worker does with real bots.

mod workshop;
