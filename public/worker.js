// Done, or refused: the frame that this runs in keeps a context of its own, a fifth of the heap, and is not needed again.
navigator.serviceWorker.register('/sw.js').finally(() => frameElement?.remove())
