import { createServer } from 'node:net'

/** True when nobody listens on the port of this machine. */
export async function isPortFree(port: number): Promise<boolean> {
  return await new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Refuses with the name of the setting when another program holds the port. */
export async function checkPort(port: number, setting: string) {
  if (await isPortFree(port)) return
  throw new Error(`Port ${port} is used by another program. Stop it, or choose another port with ${setting}.`)
}
