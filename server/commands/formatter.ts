import { readFileSync } from 'node:fs'
import { createFromBuffer } from '@dprint/formatter'
import { getPath } from '@dprint/typescript'

/** The project's formatting options. */
const layout = {
  semiColons: 'asi',
  quoteStyle: 'preferSingle',
  'jsx.quoteStyle': 'preferDouble',
  quoteProps: 'preserve',
  trailingCommas: 'onlyMultiLine',
  preferHanging: true,
  'arrowFunction.useParentheses': 'force',
  useBraces: 'maintain',
  singleBodyPosition: 'maintain',
  nextControlFlowPosition: 'sameLine',
  bracePosition: 'sameLine',
  operatorPosition: 'maintain',
  'module.sortImportDeclarations': 'maintain',
  'module.sortExportDeclarations': 'maintain',
  'importDeclaration.sortNamedImports': 'maintain',
  'exportDeclaration.sortNamedExports': 'maintain',
} as const

/** Maximum number of passes: the formatter may need a second one where a comment moves with its line. */
const passes = 3

/** Returns a function that formats a TypeScript source. */
export function createFormatter(): (path: string, text: string) => string {
  const formatter = createFromBuffer(readFileSync(getPath()))
  formatter.setConfig({ lineWidth: 140, indentWidth: 2, newLineKind: 'lf' }, layout)
  return (path, text) => {
    let laidOut = text
    for (let pass = 0; pass < passes; pass++) {
      const next = formatter.formatText({ filePath: path, fileText: laidOut })
      if (next === laidOut) break
      laidOut = next
    }
    return laidOut
  }
}
