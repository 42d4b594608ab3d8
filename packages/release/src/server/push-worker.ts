/// <reference lib="webworker" />
import { pushWorkerPath } from '@helioport/contract'
import type { FastifyInstance } from 'fastify'

/** The message as the service sends it. */
interface Note {
  title: string
  body: string
  url: string
  tag: string
  lang: string
  dir: 'ltr' | 'rtl'
}

/**
 * Runs in a service worker when a push message comes, even if no page is open: shows it, and opens its address when it
 * is clicked. It has no `fetch` handler, and its folder has no page that it could control.
 */
function show(): void {
  const worker = globalThis as unknown as ServiceWorkerGlobalScope
  worker.addEventListener('push', (event) => {
    if (!event.data) return
    const { title, body, url, tag, lang, dir } = event.data.json() as Note
    const options = { body, tag, lang, dir, renotify: true, data: url }
    event.waitUntil(worker.registration.showNotification(title, options))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { origin } = worker.location
    const url = new URL(String(event.notification.data), origin)
    event.waitUntil(worker.clients.openWindow(url.origin === origin ? url.href : origin))
  })
  // A new version takes over at once.
  worker.addEventListener('install', () => void worker.skipWaiting())
}

/** `GET /releases/push/worker.js`: shows push messages. */
export function registerPushWorker(app: FastifyInstance): void {
  app.get(pushWorkerPath, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(`(${String(show)})()`),
  )
}
