import type { jsPDF } from 'jspdf';
import { type Internals, internalsOf } from './internals.ts';

/** Standard structure types (ISO 32000-1, 14.8.4) that a report has. */
export type Role = 'Document' | 'H1' | 'H2' | 'P' | 'Span' | 'Figure' | 'Caption' | TableRole;
type TableRole = 'Table' | 'TR' | 'TH' | 'TD';

/** One sequence of drawing operators on a page. */
export interface Mark {
  readonly page: number;
  readonly id: number;
}

export interface TagDetails {
  /** What a picture shows, for who does not see it. */
  readonly alt?: string;
  /** What is read aloud in place of the glyphs. */
  readonly spoken?: string;
  /** Attribute dictionaries as PDF writes them, e.g. the scope of a heading cell. */
  readonly attributes?: string;
}

export interface Tag extends TagDetails {
  readonly role: Role;
  readonly parent: Tag | null;
  readonly kids: (Tag | Mark)[];
}

/** `footer`: what each page repeats; `layout`: rules, grounds and frames. */
type Artifact = 'footer' | 'layout';

const artifacts: Readonly<Record<Artifact, string>> = {
  footer: '/Artifact <</Type /Pagination /Subtype /Footer>> BDC',
  layout: '/Artifact <</Type /Layout>> BDC',
};

/**
 * The structure of a tagged PDF while it is drawn (ISO 32000-1, 14.7 and 14.8): every drawing operator stands
 * in the marked content of a tag, or in an artifact. Tags nest as the calls do; the order of drawing is the
 * order of reading.
 */
export class Structure {
  readonly root: Tag = { role: 'Document', parent: null, kids: [] };
  readonly #pdf: Internals;
  readonly #counts = new Map<number, number>();
  #current: Tag = this.root;
  #inside: 'artifact' | 'content' | null = null;

  constructor(pdf: jsPDF) {
    this.#pdf = internalsOf(pdf);
  }

  /** A tag below the current one, to be drawn into by `within`. */
  open(role: Role, details: TagDetails = {}): Tag {
    const tag: Tag = { role, parent: this.#current, kids: [], ...details };
    this.#current.kids.push(tag);
    return tag;
  }

  within(tag: Tag, draw: () => void): void {
    const outer = this.#current;
    this.#current = tag;
    draw();
    this.#current = outer;
  }

  /** A new tag below the current one, drawn at once. Within an artifact there are none. */
  tag(role: Role, draw: () => void, details: TagDetails = {}): void {
    if (this.#inside === 'artifact') draw();
    else this.within(this.open(role, details), draw);
  }

  /**
   * Content of the current tag, on one page. Within an artifact it stays part of that.
   * @param spoken what is read aloud in place of the glyphs
   */
  content(draw: () => void, spoken?: string): void {
    if (this.#inside === 'artifact') draw();
    else if (spoken === undefined) this.#drawContent(draw);
    else this.tag('Span', () => this.#drawContent(draw), { spoken });
  }

  #drawContent(draw: () => void): void {
    if (this.#current === this.root) throw new Error('Content of a report stands within a tag.');
    const page = this.#pdf.getCurrentPageInfo().pageNumber;
    const id = this.#counts.get(page) ?? 0;
    this.#counts.set(page, id + 1);
    this.#current.kids.push({ page, id });
    this.#mark(`/${this.#current.role} <</MCID ${id}>> BDC`, 'content', draw);
  }

  /** What carries no information: a screen reader skips it. */
  artifact(draw: () => void, kind: Artifact = 'layout'): void {
    if (this.#inside === 'artifact') draw();
    else this.#mark(artifacts[kind], 'artifact', draw);
  }

  #mark(begin: string, inside: 'artifact' | 'content', draw: () => void): void {
    if (this.#inside !== null) throw new Error('Marked content does not nest.');
    this.#pdf.write(begin);
    this.#inside = inside;
    draw();
    this.#inside = null;
    this.#pdf.write('EMC');
  }
}
