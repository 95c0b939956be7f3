import type { ReactNode } from 'react'

/** A module’s sentence below the one that says what follows when a document ends. */
export const EndingNote = ({ children }: { children: ReactNode }) => <span className="oa-dialog-ending">{children}</span>
