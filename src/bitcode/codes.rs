//! Block ids and record codes, from `llvm_bitcode`'s schema. Names are those of LLVM 3.7: what the schema
//! calls "old" or deprecated is what DXIL uses.
#![allow(deprecated)]

macro_rules! codes {
    ($($(#[$meta:meta])* $module:ident: $schema:ident { $($name:ident = $variant:ident,)* })*) => {
        $(
            $(#[$meta])*
            pub(super) mod $module {
                use llvm_bitcode::schema::blocks::$schema;
                $(pub const $name: u32 = $schema::$variant as u32;)*
            }
        )*
    };
}

codes! {
    /// Block ids.
    block: BlockId {
        MODULE = Module,
        PARAMATTR = ParamAttr,
        PARAMATTR_GROUP = ParamAttrGroup,
        CONSTANTS = Constants,
        FUNCTION = Function,
        VALUE_SYMTAB = ValueSymtab,
        METADATA = Metadata,
        METADATA_ATTACHMENT = MetadataAttachment,
        TYPE = Type,
        METADATA_KIND = MetadataKind,
    }
    /// Records of the module block itself.
    module: ModuleCode {
        VERSION = Version,
        TRIPLE = Triple,
        DATALAYOUT = Datalayout,
        GLOBALVAR = GlobalVar,
        FUNCTION = Function,
        ALIAS_OLD = AliasOld,
        ALIAS = Alias,
    }
    /// Records of the type table.
    ty: TypeCode {
        NUMENTRY = NumEntry,
        VOID = Void,
        FLOAT = Float,
        DOUBLE = Double,
        LABEL = Label,
        OPAQUE = Opaque,
        INTEGER = Integer,
        POINTER = Pointer,
        FUNCTION_OLD = FunctionOld,
        HALF = Half,
        ARRAY = Array,
        VECTOR = Vector,
        METADATA = Metadata,
        STRUCT_ANON = StructAnon,
        STRUCT_NAME = StructName,
        STRUCT_NAMED = StructNamed,
        FUNCTION = Function,
    }
    /// Records of constants blocks.
    constant: ConstantsCodes {
        SETTYPE = Settype,
        NULL = Null,
        UNDEF = Undef,
        INTEGER = Integer,
        WIDE_INTEGER = WideInteger,
        FLOAT = Float,
        AGGREGATE = Aggregate,
        STRING = String,
        CSTRING = CString,
        CE_BINOP = BinOp,
        CE_CAST = Cast,
        CE_GEP = GepOld,
        CE_SELECT = Select,
        CE_EXTRACTELT = ExtractElt,
        CE_INSERTELT = InsertElt,
        CE_SHUFFLEVEC = ShuffleVec,
        CE_CMP = Cmp,
        CE_SHUFVEC_EX = ShufVecEx,
        CE_INBOUNDS_GEP = InboundsGep,
        BLOCKADDRESS = BlockAddress,
        DATA = Data,
    }
    /// Records of metadata blocks.
    metadata: MetadataCode {
        STRING = StringOld,
        VALUE = Value,
        NODE = Node,
        NAME = Name,
        DISTINCT_NODE = DistinctNode,
        KIND = Kind,
        OLD_NODE = OldNode,
        OLD_FN_NODE = OldFnNode,
        NAMED_NODE = NamedNode,
        ATTACHMENT = Attachment,
        STRINGS = Strings,
        GLOBAL_DECL_ATTACHMENT = GlobalDeclAttachment,
        INDEX_OFFSET = IndexOffset,
        INDEX = Index,
        LOCATION = Location,
        SUBRANGE = Subrange,
        BASIC_TYPE = BasicType,
        FILE = File,
        DERIVED_TYPE = DerivedType,
        COMPOSITE_TYPE = CompositeType,
        SUBROUTINE_TYPE = SubroutineType,
        COMPILE_UNIT = CompileUnit,
        SUBPROGRAM = Subprogram,
        LEXICAL_BLOCK = LexicalBlock,
        LEXICAL_BLOCK_FILE = LexicalBlockFile,
        GLOBAL_VAR = GlobalVar,
        LOCAL_VAR = LocalVar,
        EXPRESSION = Expression,
    }
    /// Records of value symbol tables.
    symbol: ValueSymtabCode {
        ENTRY = Entry,
        BBENTRY = BbEntry,
        FNENTRY = FnEntry,
    }
    /// Records of function blocks.
    inst: FunctionCode {
        DECLAREBLOCKS = DeclareBlocks,
        BINOP = BinOp,
        CAST = Cast,
        GEP_OLD = GepOld,
        SELECT = SelectOld,
        EXTRACTELT = ExtractElt,
        INSERTELT = InsertElt,
        SHUFFLEVEC = ShuffleVec,
        CMP = Cmp,
        RET = Ret,
        BR = Br,
        SWITCH = Switch,
        INVOKE = Invoke,
        UNREACHABLE = Unreachable,
        PHI = Phi,
        ALLOCA = Alloca,
        LOAD = Load,
        VAARG = VaArg,
        STORE_OLD = StoreOld,
        EXTRACTVAL = ExtractVal,
        INSERTVAL = InsertVal,
        CMP2 = Cmp2,
        VSELECT = Vselect,
        INBOUNDS_GEP_OLD = InboundsGepOld,
        INDIRECTBR = IndirectBr,
        DEBUG_LOC_AGAIN = DebugLocAgain,
        CALL = Call,
        DEBUG_LOC = DebugLoc,
        FENCE = Fence,
        CMPXCHG_OLD = CmpXchgOld,
        ATOMICRMW = AtomicRmwOld,
        RESUME = Resume,
        LANDINGPAD_OLD = LandingPadOld,
        LOADATOMIC = LoadAtomic,
        STOREATOMIC_OLD = StoreAtomicOld,
        GEP = Gep,
        STORE = Store,
        STOREATOMIC = StoreAtomic,
        CMPXCHG = AtomicCmpXchg,
        LANDINGPAD = LandingPad,
    }
}

/// Records of attribute blocks, which the schema lacks in this form.
pub(super) mod attribute {
    /// PARAMATTR: `[group id...]`
    pub const ENTRY: u32 = 2;
    /// PARAMATTR_GROUP: `[group id, slot, attribute...]`
    pub const GROUP_ENTRY: u32 = 3;
}
