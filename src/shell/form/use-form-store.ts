import { useEffect, useState } from 'react'
import { useBook } from '#fields/references/reference-book.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { reads, useRead } from '../start/reads.ts'
import { needRecords, useFormFacts } from './store/facts.ts'
import { FormStore } from './store/form-store.ts'

interface StoreInput {
  readonly form: Form
  readonly at: string | undefined
  readonly entered: FormValue
  readonly editable?: readonly string[]
  /** Ids of the people whose rows the user may fill in. */
  readonly actsFor?: readonly string[]
  /** The person who fills in. @default the signed-in one */
  readonly filledInBy?: string | undefined
}

/** Creates the store of a form; recomputes when records and dictionaries arrive. */
export function useFormStore(input: StoreInput): FormStore {
  const book = useBook()
  const facts = useFormFacts()
  const signedIn = useRead(reads.user)
  const user = input.filledInBy === undefined ? signedIn : { id: input.filledInBy, name: '' }
  const dictionaries = useRead(reads.dictionaries)
  // the current user is loaded at start-up; their full record may arrive later
  const [{ store, ...known }] = useState(() => ({
    version: book.version(),
    dictionaries,
    store: new FormStore({ ...input, facts: () => ({ ...facts(), actsFor: input.actsFor }),
      currentUser: () => (user ? (book.get('person', user.id) ?? { id: user.id, name: user.name }) : {}) }),
  }))

  usePress(store)
  const person = user?.id
  useEffect(() => {
    if (person !== undefined) book.need('person', [person])
  }, [book, person])

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

/** Returns a listener that calls back when the derived value has changed. */
function whenChanged(store: FormStore, call: () => void): () => void {
  let last: unknown
  return () => {
    if (store.derivedFrom === last) return
    last = store.derivedFrom
    call()
  }
}

/** Delays the problems of a blurred field until the pointer is released, because showing them would move the pressed element. */
function usePress(store: FormStore): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = () => {
      clearTimeout(timer)
      store.press()
    }
    // after the click, which follows the release
    const release = () => {
      timer = setTimeout(store.release)
    }
    addEventListener('pointerdown', press, true)
    for (const end of ends) addEventListener(end, release, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', press, true)
      for (const end of ends) removeEventListener(end, release, true)
    }
  }, [store])
}

const ends = ['pointerup', 'pointercancel'] as const
