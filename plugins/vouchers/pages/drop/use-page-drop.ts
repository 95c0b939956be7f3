import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/**
 * Files that are dropped anywhere on the form around an element, unless a field of it takes them; whether some are held over it.
 * `take` answers whether these are its files: of several zones of a form, one takes them.
 */
export function usePageDrop(zone: RefObject<HTMLElement | null>, take: (files: readonly File[], at: Element) => boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  const takesFiles = useEffectEvent(take)
  useEffect(() => {
    const within = ({ target }: DragEvent): boolean =>
      target instanceof Element && zone.current?.closest('.oa-editor')?.contains(target) === true
    const over = (event: DragEvent) => {
      const isMeant = hasFiles(event) && within(event)
      // a browser opens a file that nobody takes
      if (isMeant) event.preventDefault()
      setIsOver(isMeant)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (event.defaultPrevented || !hasFiles(event) || !within(event) || !(event.target instanceof Element)) return
      if (takesFiles([...(event.dataTransfer?.files ?? [])], event.target)) event.preventDefault()
    }
    // React's own listeners lie below the document: a field that takes the files has said so by now
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [zone])
  return isOver
}
