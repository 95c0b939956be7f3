import type { ModalProps } from 'antd'
import { lazyPage } from '../routing/chunks.ts'
import { usePrefetch } from '../routing/use-prefetch.ts'

/** antd's modal as a lazy chunk, loaded when the page is idle ({@link useModalPrefetch}) or when the first one opens. */
export const LaterModal = lazyPage<ModalProps>(async () => (await import('./modal.ts')).Modal)

/** Prefetches the modal's chunk when the page is idle. */
export const useModalPrefetch = (): void => usePrefetch(LaterModal.load)
