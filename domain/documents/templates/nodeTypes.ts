/** Handlebars declares a node by its `type` alone; these guards name the type that belongs to it. */

export const isPath = (node: hbs.AST.Node | undefined): node is hbs.AST.PathExpression =>
  node?.type === 'PathExpression';

export const isString = (node: hbs.AST.Node | undefined): node is hbs.AST.StringLiteral =>
  node?.type === 'StringLiteral';

export const isContent = (node: hbs.AST.Node | undefined): node is hbs.AST.ContentStatement =>
  node?.type === 'ContentStatement';
