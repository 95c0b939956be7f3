import { Modal } from 'antd'
import { useEffect } from 'react'

/** antd's modal API: `confirm`, `error`. */
export type ModalApi = ReturnType<typeof Modal.useModal>[0]

/** Renders the dialogs opened by the modal API. */
export function Questions({ onReady }: { onReady(ask: ModalApi): void }) {
  const [ask, holder] = Modal.useModal()
  useEffect(() => void onReady(ask), [ask, onReady])
  return holder
}
