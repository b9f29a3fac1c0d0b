import type { FastifyRequest } from 'fastify';
import { Problem } from '../../calls/problem.ts';

/** One media range of an Accept header: `multipart/related` with the type of its parts. */
interface Range {
  readonly type: string;
  /** Of the parts of `multipart/related`. */
  readonly partType: string | undefined;
  readonly transferSyntax: string | undefined;
}

const range = /([^\s,;]+)((?:\s*;\s*[\w-]+\s*=\s*(?:"[^"]*"|[^\s,;]*))*)/g;
const parameter = /;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]*))/g;

/** What the caller takes; without a header anything. Ranges of weight 0 are left out. */
function rangesOf(request: FastifyRequest): Range[] {
  const header = request.headers.accept ?? '*/*';
  return [...header.matchAll(range)].flatMap(([, type = '', written = '']) => {
    const parameters = new Map(
      [...written.matchAll(parameter)].map(([, name = '', quoted, plain]) => [
        name.toLowerCase(),
        quoted ?? plain ?? '',
      ]),
    );
    if (Number(parameters.get('q') ?? 1) === 0) return [];
    const partType = parameters.get('type')?.toLowerCase();
    return [{ type: type.toLowerCase(), partType, transferSyntax: parameters.get('transfer-syntax') }];
  });
}

function covers(given: string, type: string): boolean {
  return given === '*/*' || given === type || given === `${type.split('/')[0]}/*`;
}

/** The first of the types that the caller takes. @throws Problem `not_acceptable` */
export function chooseType<T extends string>(request: FastifyRequest, types: readonly T[]): T {
  const ranges = rangesOf(request);
  const chosen = ranges.flatMap((each) => types.filter((type) => covers(each.type, type)))[0];
  if (chosen === undefined) throw notAcceptable(types.join(', '));
  return chosen;
}

/**
 * Whether parts of this type may be sent, and in which transfer syntaxes.
 * @throws Problem `not_acceptable`
 */
export function requireParts(request: FastifyRequest, partType: string): 'stored' | 'plain' {
  const ranges = rangesOf(request).filter(
    (each) =>
      each.type === '*/*' ||
      (covers(each.type, 'multipart/related') && covers(each.partType ?? '*/*', partType)),
  );
  if (ranges.length === 0) throw notAcceptable(`multipart/related; type="${partType}"`);
  const isAny = ({ type, partType: of, transferSyntax: syntax }: Range) =>
    syntax === '*' || (syntax === undefined && (type === '*/*' || of === undefined || of === '*/*'));
  return ranges.some(isAny) ? 'stored' : 'plain';
}

export function notAcceptable(what: string): Problem {
  return new Problem('not_acceptable', `This can be sent as ${what} only.`);
}
