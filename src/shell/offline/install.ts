import { useSyncExternalStore } from 'react'

/** The `beforeinstallprompt` event, missing from the standard library's types. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | undefined
const listeners = new Set<() => void>()

// the browser fires it once, soon after the page has loaded
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

/** Installs the product as an application; undefined if the browser does not offer it or it is installed already. */
export function useInstall(): (() => void) | undefined {
  const offered = useSyncExternalStore(subscribe, () => offer)
  return (
    offered &&
    (() => {
      // `prompt` works once per event
      keep(undefined)
      void offered.prompt()
    })
  )
}
