import type { ModalProps } from 'antd'
import { lazyPage } from '../routing/chunks.ts'
import { useAhead } from '../routing/use-ahead.ts'

/** antd's dialog, which comes once the page is at rest ({@link useModalAhead}) or with the first that opens. */
export const LaterModal = lazyPage<ModalProps>(async () => (await import('./modal.ts')).Modal)

export const useModalAhead = (): void => useAhead(LaterModal.load)
