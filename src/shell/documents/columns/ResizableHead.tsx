import { useRef, type PointerEvent } from 'react'
import { useDocumentsText } from '../text.ts'

interface ResizableHeadProps {
  readonly name: string
  onResize(width: number): void
}

/** A head of a column whose right edge can be dragged. */
export function ResizableHead({ name, onResize }: ResizableHeadProps) {
  const { t } = useDocumentsText()
  const from = useRef<{ x: number; width: number }>(undefined)
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    const head = event.currentTarget.closest('th')
    if (!head) return
    event.preventDefault()
    from.current = { x: event.clientX, width: head.offsetWidth }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = ({ clientX }: PointerEvent) => from.current && onResize(from.current.width + clientX - from.current.x)
  return (
    <>
      {name}
      <span className="oa-resize" aria-hidden data-tip={t('columns.resize', { column: name })} onClick={(event) => event.stopPropagation()}
        onPointerDown={start} onPointerMove={move} onPointerUp={() => (from.current = undefined)}
        onPointerCancel={() => (from.current = undefined)} />
    </>
  )
}
