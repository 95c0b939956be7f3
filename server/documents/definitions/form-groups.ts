import type { FormGroup, Plugin } from '#kernel/plugin.ts'

/** Groups under which processes are offered, of every module, in their order. */
export const formGroupsOf = (plugins: readonly Plugin[]): readonly FormGroup[] =>
  plugins.flatMap(({ formGroups }) => formGroups).toSorted(({ sort: one }, { sort: other }) => one - other)
