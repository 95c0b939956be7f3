import { createContext } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'

/** The document whose account numbers its reader may see in full; absent where they may not, or where none is read. */
export const AccountsContext = createContext<Pick<FiledDocument, 'businessType' | 'procInstId'> | undefined>(undefined)

/** The document for {@link AccountsContext}: undefined for readers who may not see account numbers in full. */
export const accountsOf = (document: FiledDocument) => (document.printsAccounts === true ? document : undefined)
