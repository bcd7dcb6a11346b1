/** Asks a node over JSON-RPC. Throws the node's own words when it refuses. */
export type Rpc = <T>(method: string, ...params: unknown[]) => Promise<T>

/** A JSON-RPC caller for one node; ten seconds without an answer are an error. */
export function rpcTo(url: string): Rpc {
  let id = 0
  return async <T>(method: string, ...params: unknown[]) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      signal: AbortSignal.timeout(10_000),
    })
    const reply = (await response.json()) as { result?: T; error?: { message: string } }
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`)
    return reply.result as T
  }
}
