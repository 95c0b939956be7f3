import type { BrowserContext, Page } from '@playwright/test'

/** Waits until some tab of the browser receives live updates. */
export function firstFrame(context: BrowserContext): Promise<void> {
  return new Promise((done) => {
    const watch = (page: Page) => page.on('websocket', (socket) => socket.once('framereceived', () => done()))
    context.pages().forEach(watch)
    context.on('page', watch)
  })
}
