import { useSyncExternalStore } from 'react'

/** The event by which browsers offer to install a page; not part of the standard library. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | undefined
const listeners = new Set<() => void>()

// The browser tells it once, soon after the page has loaded.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  keep(event as InstallOffer)
})
addEventListener('appinstalled', () => keep(undefined))

function keep(next: InstallOffer | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Installs the product as an application; undefined where the browser does not offer that, or it is installed. */
export function useInstall(): (() => void) | undefined {
  const offered = useSyncExternalStore(subscribe, () => offer)
  return (
    offered &&
    (() => {
      // an offer is good for one question
      keep(undefined)
      void offered.prompt()
    })
  )
}
