import { connect, type Socket } from 'node:net'

const beatMs = 1_000

/**
 * Clients that hang: a third sends nothing, a third sends a request byte by byte, a third does not read the answer.
 * Each reconnects when it is disconnected.
 */
export function startCrowd(url: () => string, size: number) {
  const sockets = new Map<number, Socket>()
  let isOver = false
  let most = 0
  const request = `GET /api/web/v1/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`
  const come = (nth: number) => {
    if (isOver) return
    const { hostname, port } = new URL(url())
    const socket = connect(Number(port), hostname)
    sockets.set(nth, socket)
    let sent = 0
    const slowly = setInterval(() => {
      if (nth % 3 === 1 && socket.writable) socket.write(request[(sent += 1) % request.length] ?? 'x')
    }, beatMs)
    socket.on('connect', () => {
      most = Math.max(most, [...sockets.values()].filter(({ readyState }) => readyState === 'open').length)
      if (nth % 3 !== 2) return
      socket.write(request)
      socket.pause()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(slowly)
      sockets.delete(nth)
      setTimeout(come, beatMs, nth).unref()
    })
  }
  for (let nth = 0; nth < size; nth += 1) come(nth)
  return {
    /** Most connections that were open at once. */
    most: () => most,
    stop: () => {
      isOver = true
      for (const socket of sockets.values()) socket.destroy()
    },
  }
}
