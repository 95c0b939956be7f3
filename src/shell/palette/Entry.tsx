import { Command } from 'cmdk'
import type { ReactNode } from 'react'

interface EntryProps {
  /** An id that differs from that of every other line. */
  readonly id: string
  readonly icon: ReactNode
  /** The content at its end. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  onChoose(): void
}

/** A line of the palette. */
export function Entry({ id, icon, aside, children, onChoose }: EntryProps) {
  return (
    <Command.Item value={id} onSelect={onChoose}>
      <span className="oa-palette-icon" aria-hidden>{icon}</span>
      <span className="cut">{children}</span>
      {aside && <span className="oa-palette-aside">{aside}</span>}
    </Command.Item>
  )
}
