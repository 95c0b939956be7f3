import { startTransition, useEffect, useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { useBook } from '#fields/references/use-references.ts'
import { learnReferences } from './document.ts'

/** A document after its records are in the reference cache, so that all fields render with names at once. */
export function useLearned(document: FiledDocument | undefined): FiledDocument | undefined {
  const book = useBook()
  const [known, setKnown] = useState<FiledDocument>()
  useEffect(() => {
    if (document) learnReferences(book, document)
    // a transition keeps the browser responsive while the document renders
    startTransition(() => setKnown(document))
  }, [book, document])
  return known
}
