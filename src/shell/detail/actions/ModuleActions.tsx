import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { DocumentActionButton } from '../../app-config.ts'
import { useKeyHold } from '../../key-hold.ts'
import { useRoutes } from '../../routing/routes-context.ts'
import { useText } from '../../text.tsx'
import { useUnsent } from '../unsent.ts'
import type { ActionContext } from './action-context.ts'

/** The modules' own actions that the reader may do to the document now. */
export function ModuleActions({ context }: { context: ActionContext }) {
  const { documentActions = [] } = useRoutes().config
  const { moduleActions = {} } = context.document
  return documentActions.flatMap((action) => {
    const place = moduleActions[action.id]
    return place ? [<ModuleAction key={action.id} action={action} context={context} place={place} />] : []
  })
}

function ModuleAction(
  { action: { title, dialog: Dialog }, context, place }: { action: DocumentActionButton; context: ActionContext; place: object },
) {
  const { label } = useText()
  const [isOpen, setIsOpen] = useState(false)
  const hold = useKeyHold()
  useUnsent(title.en, isOpen)
  const close = () => {
    hold()
    setIsOpen(false)
  }
  const open = () => {
    hold(close)
    setIsOpen(true)
  }
  const load = () => void Dialog.load().catch(() => undefined)
  return (
    <>
      <Button onPointerEnter={load} onFocus={load} onClick={open}>{label(title)}</Button>
      <Suspense>{isOpen && <Dialog context={context} place={place} onClose={close} />}</Suspense>
    </>
  )
}
