import type { ReactNode } from 'react'

/** A module's note about the consequences of revoking or voiding a document. */
export const EndingNote = ({ children }: { children: ReactNode }) => <span className="oa-dialog-ending">{children}</span>
