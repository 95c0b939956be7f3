import { createContext } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'

/** The document whose full account numbers the reader may see; undefined where they may not, or outside of a document. */
export const AccountsContext = createContext<Pick<FiledDocument, 'businessType' | 'procInstId'> | undefined>(undefined)

/** The value for {@link AccountsContext}: undefined if the reader may not see full account numbers. */
export const accountsOf = (document: FiledDocument) => (document.printsAccounts === true ? document : undefined)
