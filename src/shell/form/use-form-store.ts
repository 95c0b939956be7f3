import { useEffect, useState } from 'react'
import { useBook } from '#fields/references/use-references.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { reads, useRead } from '../start/reads.ts'
import { needRecords, useFormFacts } from './store/facts.ts'
import { FormStore } from './store/form-store.ts'
import { usePress } from './entering/use-press.ts'

interface StoreInput {
  readonly form: Form
  readonly at: string | undefined
  readonly entered: FormValue
  readonly editable?: readonly string[]
  /** The people whose rows may be filled in, where everybody has their own. */
  readonly actsFor?: readonly string[]
}

/** The store of a form on the screen: it follows the records and dictionaries that arrive later. */
export function useFormStore(input: StoreInput): FormStore {
  const book = useBook()
  const facts = useFormFacts()
  const user = useRead(reads.user)
  const dictionaries = useRead(reads.dictionaries)
  // The person who is signed in is the first thing that a start asks for; their record may come later.
  const [{ store, ...known }] = useState(() => ({
    version: book.version(),
    dictionaries,
    store: new FormStore({ ...input, facts: () => ({ ...facts(), actsFor: input.actsFor }),
      currentUser: () => (user ? (book.get('person', user.id) ?? { id: user.id, name: user.name }) : {}) }),
  }))

  usePress(store)
  useEffect(() => {
    if (user) book.need('person', [user.id])
  }, [book, user])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const flushSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => store.flush(), 30)
    }
    const stopBook = book.subscribe(flushSoon)
    const stopStore = store.subscribe(whenChanged(store, () => needRecords(book, store.form.fields, store.value)))
    needRecords(book, store.form.fields, store.value)
    if (book.version() !== known.version) flushSoon()
    return () => {
      clearTimeout(timer)
      stopBook()
      stopStore()
      store.dispose()
    }
  }, [book, store, known.version])

  useEffect(() => {
    if (dictionaries !== known.dictionaries) store.flush()
  }, [store, dictionaries, known.dictionaries])
  return store
}

/** Calls back when the value differs from last time. */
function whenChanged(store: FormStore, call: () => void): () => void {
  let last: unknown
  return () => {
    if (store.derivedFrom === last) return
    last = store.derivedFrom
    call()
  }
}
