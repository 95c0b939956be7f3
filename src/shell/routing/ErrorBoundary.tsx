import { Component, type ReactNode } from 'react'
import { isFailure } from '#providers/failure.ts'
import { ErrorState } from '../states/ErrorState.tsx'
import { ChunkLost, Forbidden } from '../states/pages.tsx'
import { isLostChunk, reloadOnce } from './chunks.ts'

interface State {
  readonly error?: unknown
}

/** Draws what is left to say when a page fails while drawing. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (isLostChunk(error)) reloadOnce()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (isLostChunk(error)) return <ChunkLost />
    if (isFailure(error) && error.kind === 'forbidden') return <Forbidden />
    return <ErrorState isPage error={error} onRetry={() => this.setState({ error: undefined })} />
  }
}
