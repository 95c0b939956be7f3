/** The declarations of `declarations.ts`, as the build hands them to the browser: as data, in parts. */
declare module 'virtual:declarations' {
  const declarations: () => Promise<import('#shell/routing/declaration-source.ts').DeclarationSource>
  export default declarations
}
