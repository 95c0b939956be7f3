import { Modal } from 'antd'
import { useEffect } from 'react'

/** antd's questions: `confirm`, `error`. */
export type ModalApi = ReturnType<typeof Modal.useModal>[0]

/** Holds the dialogs that are asked from anywhere. */
export function Questions({ onReady }: { onReady(ask: ModalApi): void }) {
  const [ask, holder] = Modal.useModal()
  useEffect(() => void onReady(ask), [ask, onReady])
  return holder
}
