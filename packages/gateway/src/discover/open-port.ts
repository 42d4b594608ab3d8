import { connect } from 'node:net'

/** Whether a port accepts connections; the connection is closed at once. */
export type OpenPort = (address: string, port: number) => Promise<boolean>

export const openPortWithin =
  (timeoutMs: number): OpenPort =>
  (address, port) =>
    new Promise((resolve) => {
      const socket = connect({ host: address, port })
      const end = (isOpen: boolean) => {
        socket.destroy()
        resolve(isOpen)
      }
      socket.setTimeout(timeoutMs, () => end(false))
      socket.once('connect', () => end(true))
      socket.once('error', () => end(false))
    })
