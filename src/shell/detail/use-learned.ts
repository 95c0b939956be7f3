import { useLayoutEffect, useState } from 'react'
import { useBook } from '#fields/references/use-references.ts'
import { learnReferences, type FiledDocument } from './document.ts'

/** A document once its names are known to every field: what is shown of it depends on them, and would come in one field after the other. */
export function useLearned(document: FiledDocument | undefined): FiledDocument | undefined {
  const book = useBook()
  const [known, setKnown] = useState<FiledDocument>()
  useLayoutEffect(() => {
    if (document) learnReferences(book, document)
    // before anything is painted: what the names change is never seen
    // oxlint-disable-next-line react/set-state-in-effect
    setKnown(document)
  }, [book, document])
  return known
}
