import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts a thread on a file of ours: the sources are TypeScript, which a new thread has to be taught to read. */
export function sourceThread(file: URL, options: WorkerOptions): Worker {
  const entry = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file.href)}) })`
  // Texts that a library prints about its work are none of our log.
  return new Worker(entry, { ...options, eval: true, execArgv: [], stdout: true, stderr: true })
}
