"""Writes player.woff2: one small file in the place of three for the screens that a phone has to load at once.

The letters of Turkish and English, their punctuation and our own symbols, in the weights that the player uses (400 to
700). Every other letter stays in the full files, which a browser fetches when a text needs one. Run it again when those
change: pip install fonttools brotli; python3 web/fonts/make-player-font.py
"""

import io
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

folder = Path(__file__).parent
weights = {"wght": (400, 700)}
letters = "".join(map(chr, range(0x20, 0x7F))) + "çÇöÖüÜıâÂîÎûÛğĞİşŞ" + "\u00a0«»·°±×÷²³½–—‘’“”…•−"
symbols = "₺←→≤≥✓"
# Letters that only the second file has, and whose kerning is that of another one.
turkish = {"Gbreve": "G", "gbreve": "g", "Idotaccent": "I", "Scedilla": "S", "scedilla": "s"}


def read(name):
    font = TTFont(folder / name)
    font = instancer.instantiateVariableFont(font, weights)
    copy = io.BytesIO()
    font.flavor = None
    font.save(copy)
    copy.seek(0)
    font = TTFont(copy, lazy=False)
    font.ensureDecompiled()
    return font


def copy_glyph(source, target, name, codes=()):
    """Outline, its variations and its width; the parts of a composed letter too where the target has none."""
    glyph = source["glyf"][name]
    if glyph.isComposite():
        for part in glyph.components:
            if part.glyphName not in target.getGlyphOrder():
                copy_glyph(source, target, part.glyphName)
    target.setGlyphOrder([*target.getGlyphOrder(), name])
    target["glyf"].glyphs[name] = glyph
    target["glyf"].glyphOrder = target.getGlyphOrder()
    target["hmtx"][name] = source["hmtx"][name]
    target["gvar"].variations[name] = source["gvar"].variations.get(name, [])
    for table in target["cmap"].tables:
        for code in codes:
            if code <= 0xFFFF or table.format == 12:
                table.cmap[code] = name


def kern_as(font, name, like):
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for entry in lookup.SubTable:
            pairs = entry.ExtSubTable if lookup.LookupType == 9 else entry
            if pairs.LookupType != 2:
                continue
            first = pairs.Coverage.glyphs
            if pairs.Format == 2:
                if like in first:
                    first.append(name)
                for classes in (pairs.ClassDef1.classDefs, pairs.ClassDef2.classDefs):
                    if like in classes:
                        classes[name] = classes[like]
            elif like in first:
                first.append(name)
                pairs.PairSet.append(pairs.PairSet[first.index(like)])
                pairs.PairSetCount = len(pairs.PairSet)


latin = read("atkinson-hyperlegible-next-latin-wght-normal.woff2")
others = read("atkinson-hyperlegible-next-latin-ext-wght-normal.woff2")
own = read("terazi-symbols.woff2")
assert latin["head"].unitsPerEm == others["head"].unitsPerEm == own["head"].unitsPerEm
# Widths vary as the outlines do without it; with it every copied letter would need an entry.
if "HVAR" in latin:
    del latin["HVAR"]
names = {name: code for code, name in others.getBestCmap().items()}
for name, like in turkish.items():
    copy_glyph(others, latin, name, [names[name]])
    kern_as(latin, name, like)
for code, name in own.getBestCmap().items():
    if chr(code) in symbols:
        copy_glyph(own, latin, name, [code])
for name in latin.getGlyphOrder():
    latin["gvar"].variations.setdefault(name, [])
latin["maxp"].numGlyphs = len(latin.getGlyphOrder())

options = subset.Options(flavor="woff2", hinting=False, notdef_outline=True, glyph_names=False)
options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "pnum"]
subsetter = subset.Subsetter(options)
subsetter.populate(text=letters + symbols)
subsetter.subset(latin)
latin.flavor = "woff2"
latin.save(folder / "player.woff2")
