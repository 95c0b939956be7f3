import type { FormGroup, Plugin } from '#kernel/plugin.ts'

/** The groups of processes of all modules, in their order. */
export const formGroupsOf = (plugins: readonly Plugin[]): readonly FormGroup[] =>
  plugins.flatMap(({ formGroups }) => formGroups).toSorted(({ sort: one }, { sort: other }) => one - other)
