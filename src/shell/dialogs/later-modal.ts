import type { ModalProps } from 'antd'
import { lazyPage } from '../routing/chunks.ts'
import { usePrefetch } from '../routing/use-prefetch.ts'

/** antd's dialog, which comes once the page is at rest ({@link useModalPrefetch}) or with the first that opens. */
export const LaterModal = lazyPage<ModalProps>(async () => (await import('./modal.ts')).Modal)

/** Loads the code of dialogs once the page is at rest. */
export const useModalPrefetch = (): void => usePrefetch(LaterModal.load)
